import type { Tool } from "../../src/schema/tool.ts";
import { inventTool } from "./invent-tool.ts";

const SERVICE = { type: "string", description: "Name of the service." };

/** Fifteen invented tools of a house and of the computers in it. */
export const HOUSE_TOOLS: readonly Tool[] = [
  inventTool({
    name: "set_light",
    description: "Switches a lamp on or off, or dims it.",
    examples: [
      "turn {state} the {room} light",
      "lights {state} in the {room}",
      "dim the {room} light to {brightness} percent",
    ],
    properties: {
      room: { type: "string", enum: ["kitchen", "bedroom", "living_room", "hall"] },
      state: { type: "string", enum: ["on", "off"] },
      brightness: { type: "integer", minimum: 0, maximum: 100, description: "In percent." },
    },
    required: ["room"],
    effect: "system.hardware",
  }),
  inventTool({
    name: "set_thermostat",
    description: "Sets the heating to a temperature in degrees Celsius.",
    examples: ["set the heating to {temperature} degrees", "make it {temperature} degrees"],
    properties: { temperature: { type: "number", minimum: 5, maximum: 30 } },
    required: ["temperature"],
    effect: "system.hardware",
  }),
  inventTool({
    name: "play_music",
    description: "Plays a song, an artist or a playlist.",
    examples: ["play {query}", "put on some {query}", "play {query} at volume {volume}"],
    properties: {
      query: { type: "string", description: "Song, artist or playlist." },
      volume: { type: "integer", minimum: 0, maximum: 10 },
    },
    required: ["query"],
    effect: "system.hardware",
  }),
  inventTool({
    name: "git_commit",
    description: "Commits the staged changes with a message.",
    examples: ["commit with the message {message}", "commit this as {message}"],
    properties: { message: { type: "string" } },
    required: ["message"],
    effect: "fs.write",
  }),
  inventTool({
    name: "git_switch",
    description: "Switches to a branch, or creates it.",
    examples: ["switch to branch {branch}", "check out {branch}", "go to the {branch} branch"],
    properties: {
      branch: { type: "string", description: "Name of the branch." },
      create: { type: "boolean", default: false, description: "Create a new branch." },
    },
    required: ["branch"],
    effect: "fs.write",
  }),
  inventTool({
    name: "git_log",
    description: "Shows the latest commits.",
    examples: ["show the last {limit} commits", "commits by {author}", "what did {author} commit"],
    properties: {
      limit: { type: "integer", minimum: 1 },
      author: { type: "string", description: "Who made the commits." },
    },
  }),
  inventTool({
    name: "open_pull_request",
    description: "Opens a pull request for the current branch.",
    examples: [
      "open a pull request titled {title}",
      "make a draft PR called {title} against {base}",
    ],
    properties: {
      title: { type: "string" },
      base: { type: "string", description: "Branch to merge into." },
      draft: { type: "boolean", default: false },
    },
    required: ["title"],
    effect: "network.http",
  }),
  inventTool({
    name: "run_query",
    description: "Runs a read-only SQL statement on the database.",
    examples: ["run the query {sql}", "execute {sql}"],
    properties: { sql: { type: "string", description: "An SQL SELECT statement." } },
    required: ["sql"],
  }),
  inventTool({
    name: "drop_table",
    description: "Drops a table of the database with everything in it.",
    examples: ["drop the table {table}", "delete table {table} from the database"],
    properties: { table: { type: "string", description: "Name of the table." } },
    required: ["table"],
    effect: "database.delete",
    risk: "CRITICAL",
  }),
  inventTool({
    name: "restart_service",
    description: "Restarts a service in an environment.",
    examples: ["restart {service} in {environment}", "bounce {service} on {environment}"],
    properties: {
      service: SERVICE,
      environment: { type: "string", enum: ["staging", "production"] },
    },
    required: ["service", "environment"],
    effect: "system.processes",
    risk: "HIGH",
  }),
  inventTool({
    name: "scale_service",
    description: "Changes how many replicas of a service run.",
    examples: ["scale {service} to {replicas}", "run {replicas} replicas of {service}"],
    properties: { service: SERVICE, replicas: { type: "integer", minimum: 0, maximum: 50 } },
    required: ["service", "replicas"],
    effect: "system.processes",
    risk: "HIGH",
  }),
  inventTool({
    name: "tail_logs",
    description: "Shows the last lines of a service's log.",
    examples: [
      "show the logs of {service}",
      "last {lines} lines of the {service} log",
      "{level} messages in the {service} logs",
    ],
    properties: {
      service: SERVICE,
      lines: { type: "integer", minimum: 1, maximum: 1000 },
      level: { type: "string", enum: ["error", "warning", "info"] },
    },
    required: ["service"],
  }),
  inventTool({
    name: "resolve_dns",
    description: "Looks up the DNS records of a host name.",
    examples: ["what is the IP of {host}", "look up the {type} record of {host}"],
    properties: {
      host: { type: "string", format: "hostname" },
      type: { type: "string", enum: ["A", "AAAA", "MX", "TXT"], default: "A" },
    },
    required: ["host"],
  }),
  inventTool({
    name: "create_user",
    description: "Creates a user account and sends an invitation.",
    examples: ["create a user for {email}", "invite {email} as {role}"],
    properties: {
      email: { type: "string", format: "email" },
      role: { type: "string", enum: ["admin", "member", "guest"], default: "member" },
    },
    required: ["email"],
    effect: "database.write",
    risk: "HIGH",
  }),
  inventTool({
    name: "convert_units",
    description: "Converts a quantity from one unit of measure to another.",
    examples: ["convert {value} {from} to {to}", "how many {to} are {value} {from}"],
    properties: {
      value: { type: "number" },
      from: { type: "string", enum: ["km", "miles", "kg", "pounds", "celsius", "fahrenheit"] },
      to: { type: "string", enum: ["km", "miles", "kg", "pounds", "celsius", "fahrenheit"] },
    },
    required: ["value", "from", "to"],
  }),
];
