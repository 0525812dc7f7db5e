/** Records every text that a member gives to the log of its team, whatever engine keeps it. */
import type { TeamLog } from '../../../src-main/core/ports/team-log.ts';
import { parseJsonOrNull } from '../../../src-shared/lib/parse-json.ts';

export interface SentText {
  /** `chain`, `actions`, `offers`, `lease`, `presence`, `requests` or `base`, and the kind of what it is, if it has one. */
  readonly what: string;
  readonly text: string;
}

const kindOf = (text: string): string => {
  const value = parseJsonOrNull(text);
  return typeof value === 'object' && value !== null && 'kind' in value ? `: ${String(value.kind)}` : '';
};

export function recordedLog(log: TeamLog, sent: SentText[]): TeamLog {
  const note = (what: string, text: string) => void sent.push({ what: `${what}${kindOf(text)}`, text });
  async function* noted(pieces: AsyncIterable<string>) {
    for await (const piece of pieces) {
      note('base', piece);
      yield piece;
    }
  }
  return {
    ...log,
    append(append, signal) {
      note(append.lane, append.text);
      // The servers store the id as a header of the message.
      note('id', append.id);
      return log.append(append, signal);
    },
    lease(name) {
      const lease = log.lease(name);
      return {
        ...lease,
        write(text, after, signal) {
          note('lease', text);
          return lease.write(text, after, signal);
        },
      };
    },
    publish(message) {
      note(message.topic, message.text);
      log.publish(message);
    },
    bases: {
      ...log.bases,
      publish(info, pieces, signal) {
        note('base info', JSON.stringify(info));
        return log.bases.publish(info, noted(pieces), signal);
      },
    },
  };
}
