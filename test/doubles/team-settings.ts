/** The `team` section of a profile file, without the fields that have a default. */
export const A_TEAM = {
  log: 'k3v9a1',
  servers: ['tls://nats1.example:4222', 'nats://127.0.0.1:4222'],
  member: 'anna-desk',
  name: "Anna's desk",
  role: 'desk',
} as const;
