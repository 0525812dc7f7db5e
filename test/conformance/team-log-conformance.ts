/** Checks what every log of a team must do, whatever engine keeps it (`docs/design/team.md` §1). */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { LogAppend, LogEntry, TeamLog } from '../../src-main/core/ports/team-log.ts';

interface TeamEngine {
  /** Connects one more member. */
  connect(member: string): Promise<TeamLog>;
  /** Makes the log again, without its entries. */
  wipe(): Promise<void>;
  /** Removes all entries, as an engine does when they reach their longest age. */
  expireAll(): Promise<void>;
  /** Lets the lease time pass, if the clock is not a real one. */
  passLeaseTime(): Promise<void>;
}

export interface TeamLogAdapter {
  readonly name: string;
  /** Why it cannot run here; null if it can. */
  readonly missing: string | null;
  /** Makes an empty log. `maxChars`: its size limit, about. */
  readonly start: (options: { readonly maxChars: number }) => Promise<TeamEngine>;
}

const never = new AbortController().signal;

const chain = (id: string, after: number | null, text = JSON.stringify({ id })): LogAppend => ({
  lane: 'chain',
  id,
  text,
  after,
});
const action = (id: string): LogAppend => ({ lane: 'actions', id, text: JSON.stringify({ id }), after: null });

async function take<Item>(items: AsyncIterable<Item>, count: number): Promise<Item[]> {
  const taken: Item[] = [];
  for await (const item of items) if (taken.push(item) === count) break;
  return taken;
}
const readFrom = (log: TeamLog, from: number, count: number) => take(log.read(from, never), count);
const brief = (entries: readonly LogEntry[]) =>
  entries.map(({ position, lane, member, text }) => [position, lane, member, text]);

export function teamLogConformance({ name, missing, start }: TeamLogAdapter): void {
  const connected = async (options = { maxChars: 10_000_000 }) => {
    const engine = await start(options);
    const connect = async (member: string) => {
      const log = await engine.connect(member);
      onTestFinished(() => log.close());
      return log;
    };
    return { engine, connect, anna: await connect('anna'), ben: await connect('ben') };
  };

  describe.skipIf(missing !== null)(`[TEAM-4] the log of a team (${name})`, () => {
    test('knows when each entry was stored, and that there is none', async () => {
      const { anna, ben } = await connected();
      await anna.append(chain('one', 0), never);
      await anna.append(action('two'), never);
      const [one, two] = await readFrom(anna, 1, 2);
      // Engines may round in two ways.
      for (const entry of [one, two])
        expect(Math.abs(Number(await ben.entryAt(entry?.position ?? 0, never)) - (entry?.at ?? 0))).toBeLessThanOrEqual(
          1,
        );
      expect(await ben.entryAt(3, never)).toBeNull();
    });

    test('takes the next entry of a lane after all its entries have expired, and none after an older one', async () => {
      const { engine, anna, ben } = await connected();
      await anna.append(chain('one', 0), never);
      await anna.append(chain('two', 1), never);
      await engine.expireAll();
      expect(await anna.status(never)).toMatchObject({ kind: 'reached', first: 3, last: 2 });
      expect(await anna.append(chain('three', 2), never)).toEqual({ kind: 'appended', position: 3 });
      expect(await ben.append(chain('other three', 2), never)).toEqual({ kind: 'not-last' });
    });

    test('gives every member the same entries in the same order, each from its own position', async () => {
      const { anna, ben, connect } = await connected();
      expect(await anna.status(never)).toMatchObject({ kind: 'reached', first: 1, last: 0 });
      expect(await anna.append(chain('one', 0), never)).toEqual({ kind: 'appended', position: 1 });
      expect(await ben.append(action('two'), never)).toEqual({ kind: 'appended', position: 2 });
      expect(await anna.append(chain('three', 1), never)).toEqual({ kind: 'appended', position: 3 });
      const offer: LogAppend = { ...action('four'), lane: 'offers' };
      expect(await ben.append(offer, never)).toEqual({ kind: 'appended', position: 4 });
      const all = [
        [1, 'chain', null, '{"id":"one"}'],
        [2, 'actions', 'ben', '{"id":"two"}'],
        [3, 'chain', null, '{"id":"three"}'],
        [4, 'offers', 'ben', '{"id":"four"}'],
      ];
      expect(brief(await readFrom(ben, 1, 4))).toEqual(all);
      expect(brief(await readFrom(anna, 3, 2))).toEqual(all.slice(2));
      expect(await readFrom(await connect('cleo'), 1, 4)).toEqual(await readFrom(ben, 1, 4));
      expect(await ben.status(never)).toMatchObject({ kind: 'reached', first: 1, last: 4 });
    });

    test('keeps any text as it is, also a large one', async () => {
      const { anna, ben } = await connected();
      const texts = ['Grüße \u{1F511} \0 \u2028', JSON.stringify({ large: 'localization '.repeat(50_000) }), ''];
      for (const [index, text] of texts.entries())
        expect(await anna.append(chain(`text-${index}`, index, text), never)).toMatchObject({ kind: 'appended' });
      expect((await readFrom(ben, 1, 3)).map(({ text }) => text)).toEqual(texts);
    });

    test('refuses an append if another entry of its lane follows, and stores one entry per id', async () => {
      const { anna, ben } = await connected();
      await anna.append(chain('one', 0), never);
      await anna.append(action('an-action'), never);
      expect(await ben.append(chain('other', 0), never)).toEqual({ kind: 'not-last' });
      expect(await ben.append(chain('one', 0), never)).toEqual({ kind: 'appended', position: 1 });
      expect(await ben.append(chain('two', 1), never)).toEqual({ kind: 'appended', position: 3 });
      expect(await anna.append(action('an-action'), never)).toEqual({ kind: 'appended', position: 2 });
      expect(await ben.status(never)).toMatchObject({ last: 3 });
    });

    test('lets one of two writers append that write at the same time', async () => {
      const { anna, ben } = await connected();
      for (let round = 0; round < 20; round += 1) {
        const answers = await Promise.all([
          anna.append(chain(`a-${round}`, round), never),
          ben.append(chain(`b-${round}`, round), never),
        ]);
        expect(answers.map(({ kind }) => kind).toSorted()).toEqual(['appended', 'not-last']);
      }
    });

    test('yields new entries to a reader that waits, until its signal is aborted', async () => {
      const { anna, ben } = await connected();
      const ends = new AbortController();
      const seen: string[] = [];
      const reading = (async () => {
        for await (const { text } of ben.read(1, ends.signal)) seen.push(text ?? '');
      })();
      for (let number = 1; number <= 50; number += 1)
        await anna.append(chain(`${number}`, number - 1, `${number}`), never);
      await vi.waitFor(() => expect(seen.length).toBe(50), { timeout: 10_000 });
      ends.abort();
      await reading;
      expect(seen).toEqual(Array.from({ length: 50 }, (_, index) => `${index + 1}`));
      expect(await take(ben.read(1, AbortSignal.abort()), 1)).toEqual([]);
    });

    test('is full at its limit, keeps what it has, and never drops the oldest', async () => {
      const { anna } = await connected({ maxChars: 4_000_000 });
      const noise = Array.from({ length: 40_000 }, (_, index) => Math.imul(index, 2_654_435_761).toString(36)).join('');
      let stored = 0;
      for (;;) {
        const answer = await anna.append(chain(`${stored}`, stored, `${stored}${noise}`), never);
        if (answer.kind !== 'appended') {
          expect(answer).toMatchObject({ kind: 'refused', why: 'full' });
          break;
        }
        stored += 1;
      }
      expect(stored).toBeGreaterThan(5);
      expect(await anna.status(never)).toMatchObject({ first: 1, last: stored });
    });

    test('refuses an entry that is too large, and takes the next one', async () => {
      const { anna } = await connected();
      const noise = Array.from({ length: 400_000 }, (_, index) => Math.imul(index, 2_654_435_761).toString(36)).join(
        '',
      );
      expect(await anna.append(chain('large', 0, noise), never)).toMatchObject({ kind: 'refused', why: 'too-large' });
      expect(await anna.append(chain('small', 0), never)).toEqual({ kind: 'appended', position: 1 });
    });

    test('has another identity after it was made again', async () => {
      const { anna, engine } = await connected();
      const before = await anna.status(never);
      await anna.append(chain('one', 0), never);
      await engine.wipe();
      const now = await vi.waitFor(
        async () => {
          const status = await anna.status(never);
          expect(status.kind).toBe('reached');
          return status;
        },
        { timeout: 10_000 },
      );
      if (before.kind !== 'reached' || now.kind !== 'reached') throw new Error('The log is not reached.');
      expect([now.identity.id, now.last]).toEqual([before.identity.id, 0]);
      expect(now.identity.created).not.toBe(before.identity.created);
      expect(await anna.append(chain('again', 0), never)).toEqual({ kind: 'appended', position: 1 });
    });

    test('rejects calls whose signal is aborted', async () => {
      const { anna } = await connected();
      const reason = new Error('ended');
      await expect(anna.append(chain('one', 0), AbortSignal.abort(reason))).rejects.toBe(reason);
    });

    test('gives nothing and breaks nothing after it was closed', async () => {
      const { anna } = await connected();
      await anna.close();
      await anna.close();
      expect(await anna.append(chain('one', 0), never)).toMatchObject({ kind: 'no-answer' });
      expect(await anna.status(never)).toMatchObject({ kind: 'no-answer' });
      expect(await anna.lease('seat').write('anna', null, never)).toMatchObject({ kind: 'no-answer' });
      anna.publish({ topic: 'presence', member: 'anna', text: '{}' });
    });
  });

  describe.skipIf(missing !== null)(`[TEAM-4] the lease of a team (${name})`, () => {
    test('goes to the first member that writes it, until it is released', async () => {
      const { anna, ben } = await connected();
      const [ofAnna, ofBen] = [anna.lease('seat'), ben.lease('seat')];
      expect(await ofBen.read(never)).toBeNull();
      const held = await ofAnna.write('anna', null, never);
      if (held.kind !== 'held') throw new Error('The lease was not written.');
      expect(await ofBen.write('ben', null, never)).toEqual({ kind: 'refused' });
      expect(await ofBen.read(never)).toEqual({ revision: held.revision, text: 'anna', at: expect.any(Number) });
      await ofAnna.release(held.revision, never);
      expect(await ofBen.read(never)).toBeNull();
      expect(await ofBen.write('ben', null, never)).toMatchObject({ kind: 'held' });
    });

    test('is renewed or overwritten only with the revision that is written now', async () => {
      const { anna, ben } = await connected();
      const [ofAnna, ofBen] = [anna.lease('seat'), ben.lease('seat')];
      const first = await ofAnna.write('anna', null, never);
      if (first.kind !== 'held') throw new Error('The lease was not written.');
      const renewed = await ofAnna.write('anna', first.revision, never);
      if (renewed.kind !== 'held') throw new Error('The lease was not renewed.');
      expect(await ofBen.write('ben', first.revision, never)).toEqual({ kind: 'refused' });
      expect(await ofBen.write('ben', renewed.revision, never)).toMatchObject({ kind: 'held' });
      expect(await ofAnna.write('anna', renewed.revision, never)).toEqual({ kind: 'refused' });
      await ofAnna.release(renewed.revision, never);
      expect(await ofAnna.read(never)).toMatchObject({ text: 'ben' });
    });

    test('ends by itself if it is not renewed, and each name has its own', async () => {
      const { anna, ben, engine } = await connected();
      await anna.lease('seat').write('anna', null, never);
      expect(await ben.lease('outputs').write('ben', null, never)).toMatchObject({ kind: 'held' });
      await engine.passLeaseTime();
      await vi.waitFor(async () => expect(await ben.lease('seat').read(never)).toBeNull(), { timeout: 20_000 });
      expect(await ben.lease('seat').write('ben', null, never)).toMatchObject({ kind: 'held' });
    });
  });

  describe.skipIf(missing !== null)(`messages of a team (${name})`, () => {
    test('reach the members that listen to their topic', async () => {
      const { anna, ben } = await connected();
      const ends = new AbortController();
      onTestFinished(() => ends.abort());
      const present = take(ben.subscribe('presence', null, ends.signal), 2);
      const asked = take(ben.subscribe('requests', 'ben', ends.signal), 1);
      await ben.status(never); // the engine knows the subscriptions once it answers
      anna.publish({ topic: 'requests', member: 'cleo', text: '"not for Ben"' });
      anna.publish({ topic: 'requests', member: 'ben', text: '"for Ben"' });
      anna.publish({ topic: 'presence', member: 'anna', text: '"here"' });
      ben.publish({ topic: 'presence', member: 'ben', text: '"here too"' });
      expect(await asked).toEqual([{ topic: 'requests', member: 'ben', text: '"for Ben"' }]);
      expect((await present).map(({ member }) => member).toSorted()).toEqual(['anna', 'ben']);
    });
  });
}
