/** Tarjan's strongly connected components: every group of files that reach one another. */
export function importCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];

  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return cycles;

  function visit(node: string): number {
    order.set(node, order.size);
    let low = order.size - 1;
    lowest.set(node, low);
    stack.push(node);

    const targets = graph.get(node) ?? [];
    for (const target of targets) {
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (stack.includes(target)) low = Math.min(low, lowest.get(target) ?? low);
    }
    lowest.set(node, low);

    if (low === order.get(node)) {
      const group = stack.splice(stack.indexOf(node));
      if (group.length > 1 || targets.includes(node)) cycles.push(group.sort());
    }
    return low;
  }
}
