/** Names, texts and tickets in characters; subjects per entry. Without zod, which the page does not have. */
export const ACTION_LIMITS = { name: 60, text: 4_000, subjects: 50_000, ticket: 120 };
