import type { StreamLoss } from '../ports/event-store.ts';
import type { SourceSink } from '../ports/source.ts';
import type { TeamState } from './team-state.ts';

interface MemberSinkOptions {
  readonly member: string;
  readonly holder: () => TeamState['holder'];
  readonly isHandedOver: () => boolean;
  /** Receives the `Last-Event-ID` that came without an event; null once an event has the last one. */
  readonly onCursor: (lastEventId: string | null) => void;
}

/** Returns a sink that ends a session with the reason why the seat was left, and notes what the log cannot see in the events. */
export function memberSink(
  sink: SourceSink,
  { member, holder, isHandedOver, onCursor }: MemberSinkOptions,
): SourceSink {
  function whyEnded(loss: StreamLoss): StreamLoss {
    const next = holder();
    if (loss.reason !== 'stopped') return loss;
    if (next?.why === 'takeover' && next.member !== member)
      return { reason: 'taken-over', detail: next.reason ?? null };
    return isHandedOver() ? { ...loss, reason: 'handed-over' } : loss;
  }
  return {
    event(event, when, opensSession) {
      if (event.id !== null) onCursor(null);
      // The stream takes the time from the computer's clock, and all members see this row.
      return sink.event({ ...event, receivedAt: when.at }, when, opensSession);
    },
    cursor(lastEventId) {
      onCursor(lastEventId);
      sink.cursor(lastEventId);
    },
    request: (at) => sink.request(at),
    loss: (from, at, loss) => sink.loss(from, at, whyEnded(loss)),
  };
}
