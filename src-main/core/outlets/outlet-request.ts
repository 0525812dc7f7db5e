/** Sends messages of an outlet to its address, with its secret, or to its file. */
import { AppError } from '../../../src-shared/api/errors.ts';
import type { Outlet } from '../../../src-shared/domain/outlets/outlet.ts';
import type { ConnectionProfile } from '../../../src-shared/domain/profile/profile.ts';
import type { OutletSecrets, OutletSender } from '../ports/outlets.ts';
import type { MessageTransport } from './kind-messages.ts';
import type { Message } from './message-formats.ts';
import { receiverResponse, type ReceiverResponse } from './receiver-response.ts';

export interface OutletRequestParts {
  readonly sender: OutletSender;
  readonly secrets: Pick<OutletSecrets, 'read'>;
  readonly profile: Pick<ConnectionProfile, 'caFile' | 'proxy'>;
}

export function messageTransport(parts: OutletRequestParts, outlet: Outlet, signal: AbortSignal): MessageTransport {
  return {
    request: (message) => sendRequest(parts, outlet, message, signal),
    append: (lines) => parts.sender.append(outlet.url, lines.map((line) => `${JSON.stringify(line)}\n`).join('')),
  };
}

/** Reads the secret for each request, so that a new one counts immediately. */
async function sendRequest(
  { secrets, sender, profile }: OutletRequestParts,
  outlet: Outlet,
  message: Message | null,
  signal: AbortSignal,
): Promise<ReceiverResponse> {
  let secret: string | null;
  try {
    secret = await secrets.read(outlet, signal);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code } = error.data;
    return { kind: 'failed', code, detail: `The secret cannot be used (${code}).` };
  }
  const { headers = {}, body = null, signed = null } = message ?? {};
  const method = body === null ? 'GET' : 'POST';
  const { url, auth } = outlet;
  const request = { method, url, auth, profile, headers, body, secret, signed } as const;
  return receiverResponse(outlet.kind, await sender.send(request, signal));
}
