import type { OutletTest } from '../../../src-shared/api/outlets.ts';
import type { Outlet } from '../../../src-shared/domain/outlets/outlet.ts';
import { outletKind } from '../../../src-shared/domain/outlets/outlet-kinds.ts';
import { clockOffsetWords } from '../../../src-shared/words/outlets/outlet-words.ts';
import { kindMessages } from './kind-messages.ts';
import type { MessageContext } from './message-formats.ts';
import { messageTransport, type OutletRequestParts } from './outlet-request.ts';
import { isDelivered, type ReceiverResponse, responseText } from './receiver-response.ts';

interface TestParts extends OutletRequestParts {
  readonly named: MessageContext['profile'];
  readonly now: number;
  readonly id: string;
}

export function sendTest(parts: TestParts, outlet: Outlet, signal: AbortSignal): Promise<ReceiverResponse> {
  const { named, now, id } = parts;
  return kindMessages[outlet.kind].test(id, { outlet, profile: named, now }, messageTransport(parts, outlet, signal));
}

export function testAnswer({ kind }: Outlet, response: ReceiverResponse): OutletTest {
  const isAccepted = isDelivered(response);
  const words = outletKind(kind).target === 'file' && isAccepted ? 'written' : responseText(response);
  const clock = isAccepted ? clockOffsetWords(response.clockOffsetMs) : null;
  return { isAccepted, words: clock === null ? words : `${words} – ${clock}` };
}
