import type { Tool } from "../../src/schema/tool.ts";
import { inventTool } from "./invent-tool.ts";

const CURRENCY = { type: "string", enum: ["USD", "EUR", "GBP", "JPY"] };

/** Fifteen invented tools of an office. */
export const OFFICE_TOOLS: readonly Tool[] = [
  inventTool({
    name: "create_event",
    description: "Puts a meeting into the calendar.",
    examples: [
      "schedule {title} on {start}",
      "put {title} in my calendar at {start} for {duration_minutes} minutes",
      "set up a meeting called {title} at {start}",
    ],
    properties: {
      title: { type: "string", description: "What the meeting is called." },
      start: { type: "string", format: "date-time" },
      duration_minutes: { type: "integer", minimum: 5, description: "Length in minutes." },
    },
    required: ["title", "start"],
    effect: "database.write",
  }),
  inventTool({
    name: "list_events",
    description: "Lists the events of one day in the calendar.",
    examples: ["what is on my calendar {date}", "what meetings do I have {date}"],
    properties: { date: { type: "string", format: "date" } },
    required: ["date"],
  }),
  inventTool({
    name: "cancel_event",
    description: "Cancels a calendar event by its number and tells the guests.",
    examples: ["cancel event {event_id}", "call off meeting {event_id}"],
    properties: { event_id: { type: "integer", minimum: 1 } },
    required: ["event_id"],
    effect: "database.delete",
    risk: "HIGH",
  }),
  inventTool({
    name: "send_email",
    description: "Sends an email.",
    examples: [
      "email {to} that {body}",
      "send an email to {to} with the subject {subject} saying {body}",
      "write {to} a mail about {subject}: {body}",
    ],
    properties: {
      to: { type: "string", format: "email", description: "Address of the recipient." },
      subject: { type: "string" },
      body: { type: "string", description: "The text of the mail." },
    },
    required: ["to", "body"],
    effect: "network.http",
    risk: "HIGH",
  }),
  inventTool({
    name: "search_mail",
    description: "Searches the mailbox.",
    examples: ["find emails about {query}", "search my mail for {query}", "mails from {from}"],
    properties: {
      query: { type: "string", description: "Words to look for." },
      from: { type: "string", description: "Who sent it." },
    },
  }),
  inventTool({
    name: "create_ticket",
    description: "Opens a ticket in the issue tracker.",
    examples: [
      "open a ticket: {title}",
      "file a {priority} priority bug about {title}",
      "create a ticket called {title} and assign it to {assignee}",
    ],
    properties: {
      title: { type: "string", description: "One line that says what is wrong." },
      priority: { type: "string", enum: ["low", "medium", "high", "urgent"], default: "medium" },
      assignee: { type: "string", description: "Who shall take care of it." },
    },
    required: ["title"],
    effect: "database.write",
  }),
  inventTool({
    name: "close_ticket",
    description: "Closes a ticket with a resolution.",
    examples: ["close {ticket_id} as {resolution}", "resolve ticket {ticket_id}"],
    properties: {
      ticket_id: { type: "string", pattern: "^[A-Z]+-[0-9]+$", description: "Such as OPS-12." },
      resolution: { type: "string", enum: ["fixed", "wont_fix", "duplicate"] },
    },
    required: ["ticket_id"],
    effect: "database.write",
  }),
  inventTool({
    name: "find_contact",
    description: "Looks up the phone number and address of a person.",
    examples: ["what is the phone number of {name}", "find the contact {name}", "who is {name}"],
    properties: { name: { type: "string", description: "Name of the person." } },
    required: ["name"],
  }),
  inventTool({
    name: "send_money",
    description: "Transfers money from your account to somebody.",
    examples: [
      "send {amount} {currency} to {recipient}",
      "pay {recipient} {amount} {currency}",
      "transfer {amount} {currency} to {recipient} for {reference}",
    ],
    properties: {
      recipient: { type: "string", description: "Who gets the money." },
      amount: { type: "number", exclusiveMinimum: 0 },
      currency: CURRENCY,
      reference: { type: "string", description: "What the payment is for." },
    },
    required: ["recipient", "amount", "currency"],
    effect: "payments",
    risk: "CRITICAL",
  }),
  inventTool({
    name: "convert_currency",
    description: "Converts an amount of money at today's rate.",
    examples: ["convert {amount} {from} to {to}", "how much is {amount} {from} in {to}"],
    properties: { amount: { type: "number" }, from: CURRENCY, to: CURRENCY },
    required: ["amount", "from", "to"],
  }),
  inventTool({
    name: "set_reminder",
    description: "Reminds you of something at a given time.",
    examples: ["remind me to {text} at {when}", "set a reminder for {when} to {text}"],
    properties: {
      text: { type: "string", description: "What to be reminded of." },
      when: { type: "string", format: "date-time" },
    },
    required: ["text", "when"],
    effect: "database.write",
  }),
  inventTool({
    name: "start_timer",
    description: "Starts a countdown that rings when it is over.",
    examples: ["set a timer for {seconds} seconds", "start a {seconds} second countdown"],
    properties: { seconds: { type: "integer", minimum: 1, maximum: 86400 } },
    required: ["seconds"],
    effect: "display",
  }),
  inventTool({
    name: "translate_text",
    description: "Translates text into another language.",
    examples: ["translate {text} into {language}", "how do you say {text} in {language}"],
    properties: {
      text: { type: "string" },
      language: {
        type: "string",
        enum: ["german", "french", "spanish", "italian", "japanese", "english"],
      },
    },
    required: ["text", "language"],
  }),
  inventTool({
    name: "book_room",
    description: "Reserves a meeting room for a day.",
    examples: ["book room {room} on {date}", "reserve {room} for {people} people on {date}"],
    properties: {
      room: { type: "string", description: "Name of the room." },
      date: { type: "string", format: "date" },
      people: { type: "integer", minimum: 1 },
    },
    required: ["room", "date"],
    effect: "database.write",
  }),
  inventTool({
    name: "track_parcel",
    description: "Tells where a shipment is.",
    examples: ["where is my parcel {tracking_number}", "track {tracking_number}"],
    properties: {
      tracking_number: { type: "string", pattern: "^[A-Z0-9]{8,20}$" },
    },
    required: ["tracking_number"],
  }),
];
