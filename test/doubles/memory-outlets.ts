/** Keeps outlets in memory, records requests, and returns the answer that the test sets. */
import type { OutletPorts, OutletRequest, OutletResponse } from '../../src-main/core/ports/outlets.ts';
import type { Outlet } from '../../src-shared/domain/outlets/outlet.ts';

export function answered(status: number, fields: Partial<Extract<OutletResponse, { readonly kind: 'answered' }>> = {}) {
  return {
    kind: 'answered',
    status,
    retryAfterMs: null,
    mediaType: null,
    text: '',
    clockOffsetMs: null,
    ...fields,
  } as const satisfies OutletResponse;
}

export const ACCEPTED: OutletResponse = answered(200);

export class MemoryOutlets implements OutletPorts {
  outlets: readonly Outlet[] = [];
  secret: string | null = null;
  response: OutletResponse = ACCEPTED;
  readonly sent: OutletRequest[] = [];
  readonly appended: string[] = [];
  #revision = 0;

  readonly files: OutletPorts['files'] = {
    read: async () => this.outlets,
    refuse: () => undefined,
    write: async (_identity, outlets) => this.set(outlets),
    revision: async () => String(this.#revision),
  };
  readonly sender: OutletPorts['sender'] = {
    send: async (request) => {
      this.sent.push(request);
      return this.response;
    },
    append: async (_path, text) => {
      this.appended.push(text);
      return this.response;
    },
  };
  readonly secretsOf: OutletPorts['secretsOf'] = () => ({
    read: async () => this.secret,
    has: async () => this.secret !== null,
    write: async (_outlet, secret) => void (this.secret = secret),
    remove: async () => void (this.secret = null),
  });

  set(outlets: readonly Outlet[]): void {
    this.outlets = outlets;
    this.#revision += 1;
  }
}
