const [, , , name] = process.argv;
process.stdout.write(`${JSON.stringify({ said: `Hello, ${name}.` })}\n`);
