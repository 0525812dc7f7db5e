/**
 * Keeps bases in a stream with the last message of each subject. A base has one of two slots: a subject for each piece,
 * and one for its description, which is written last and has a check value of each piece.
 */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { parseJsonOrNull } from '../../../src-shared/lib/parse-json.ts';
import { baseInfoSchema, type BaseInfo, type PublishedBase, type TeamBases } from '../../core/ports/team-base.ts';
import type { NatsTeamConnection } from './nats-connection.ts';
import { packText, unpackText } from './nats-entry-bytes.ts';
import { baseStreamOf, baseSubject } from './nats-names.ts';

/** Members trust those that may write a base (`docs/design/team.md` §8); 64 bits find a piece of another one. */
const CHECK_CHARS = 16;

const storedSchema = baseInfoSchema.extend({ checks: z.array(z.string().length(CHECK_CHARS)) });
type StoredBase = z.infer<typeof storedSchema>;

const SLOTS = [0, 1] as const;

const checkOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, CHECK_CHARS);

export function createNatsBases(connection: NatsTeamConnection, log: string): TeamBases {
  async function textAt(subject: string, signal: AbortSignal): Promise<string | null> {
    const query = { last_by_subj: subject };
    const message = await connection.call(
      ({ manager }) => manager.streams.getMessage(baseStreamOf(log), query),
      signal,
    );
    return message === null ? null : unpackText(message.data);
  }

  /** Null if the slot has no complete base. */
  async function stored(slot: 0 | 1, signal: AbortSignal): Promise<StoredBase | null> {
    const text = await textAt(baseSubject(log, slot, 'info'), signal);
    return storedSchema.safeParse(text === null ? null : parseJsonOrNull(text)).data ?? null;
  }

  async function list(signal: AbortSignal): Promise<readonly PublishedBase[]> {
    const found: PublishedBase[] = [];
    for (const slot of SLOTS) {
      // A team of an older version has no place for bases.
      const base = await stored(slot, signal).catch(() => {
        signal.throwIfAborted();
        return null;
      });
      if (base === null) continue;
      const { checks, ...info } = base;
      found.push({ ...info, slot, pieces: checks.length });
    }
    return found.toSorted((one, other) => other.upTo - one.upTo || other.at - one.at);
  }

  const put = (slot: 0 | 1, part: 'info' | number, text: string, signal: AbortSignal) =>
    connection.call(({ stream }) => stream.publish(baseSubject(log, slot, part), packText(text)), signal);

  return {
    list,
    async *read({ slot, upTo, at }, signal) {
      const base = await stored(slot, signal);
      if (base?.upTo !== upTo || base.at !== at) throw new Error('The base was replaced.');
      for (const [index, check] of base.checks.entries()) {
        const text = await textAt(baseSubject(log, slot, index + 1), signal);
        if (text === null || checkOf(text) !== check) throw new Error(`Piece ${index + 1} of the base was replaced.`);
        yield text;
      }
    },
    async publish(info: BaseInfo, pieces, signal) {
      const [newest] = await list(signal);
      const slot = newest?.slot === 0 ? 1 : 0;
      const checks: string[] = [];
      for await (const text of pieces) {
        await put(slot, checks.length + 1, text, signal);
        checks.push(checkOf(text));
      }
      await put(slot, 'info', JSON.stringify({ ...info, checks } satisfies StoredBase), signal);
    },
  };
}
