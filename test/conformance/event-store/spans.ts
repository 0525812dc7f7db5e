export const EVER = { from: 0, to: Number.MAX_SAFE_INTEGER };
export const lost = { reason: 'connection-lost', detail: 'ECONNRESET' } as const;
export const stopped = { reason: 'stopped', detail: null } as const;
