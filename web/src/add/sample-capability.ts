/** Something to change, rather than an empty field. */
export const SAMPLE = `{
  "id": "tickets",
  "name": "Tickets",
  "description": "Reads tickets of our help desk.",
  "system_prompt": "Tickets are numbered. Quote the number when you speak of one.",
  "tools": [
    {
      "name": "read_ticket",
      "description": "Reads a ticket.",
      "examples": ["read ticket {id}"],
      "input_schema": {
        "type": "object",
        "properties": { "id": { "type": "integer" } },
        "required": ["id"],
        "additionalProperties": false
      },
      "http": {
        "method": "GET",
        "url": "https://desk.example.com/tickets/{{id}}"
      }
    }
  ]
}`;
