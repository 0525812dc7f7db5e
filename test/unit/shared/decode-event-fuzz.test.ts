import { describe, expect, it } from 'vitest';
import { decodeEvent } from '../../../src-shared/domain/event/decode-event.ts';
import { decodedEventSchema } from '../../../src-shared/domain/event/event.ts';
import { envelope, failedLocalizationMessage, requestMessage } from '../../doubles/documented-events.ts';
import { randomNumbers } from '../../doubles/random-numbers.ts';

describe('[DECODE-5] decodeEvent with any input', () => {
  const seeds = [
    JSON.stringify({
      ...envelope,
      operation: 'CHANGE_SUBSCRIPTIONSTATE',
      state: 'COMPLETED',
      detailedMessage: requestMessage,
    }),
    JSON.stringify({
      ...envelope,
      operation: 'ALLOCATED',
      state: 'FAILED',
      detailedMessage: JSON.stringify(failedLocalizationMessage),
    }),
  ];
  const fragments = [
    '{',
    '}',
    '[',
    ']',
    '"',
    '\\',
    ':',
    ',',
    'null',
    '1e999',
    '-0',
    '\u0000',
    '\ud800',
    '__proto__',
    '\\u0000',
    ' ',
    '9'.repeat(400),
  ];
  const kinds = ['LOCALIZATION', 'CMP_EVENT', 'HEARTBEAT', 'toString', ''];

  it('decodes 20 000 mutated events into complete rows and never throws', () => {
    const random = randomNumbers(20_240_228);
    let notDecoded = 0;
    for (let round = 0; round < 20_000; round += 1) {
      let data = seeds[round % seeds.length] ?? '';
      for (let changes = random(6); changes >= 0; changes -= 1) {
        const at = random(data.length + 1);
        data = data.slice(0, at) + fragments[random(fragments.length)] + data.slice(at + random(8));
      }
      const event = decodeEvent({ kind: kinds[random(kinds.length)] ?? '', data });
      if (!decodedEventSchema.safeParse(event).success) notDecoded += 1;
    }
    expect(notDecoded).toBe(0);
  });

  it('decodes events with any value in any field and never throws', () => {
    const values = [null, true, 0, -1, 1.5, 1e300, '', 'x', [], [null], [[]], {}, { a: 1 }];
    for (const [kind, seed] of [
      ['CMP_EVENT', seeds[0]],
      ['LOCALIZATION', seeds[1]],
    ] as const)
      for (const value of values)
        for (const data of variants(JSON.parse(seed ?? ''), value))
          expect(decodedEventSchema.safeParse(decodeEvent({ kind, data: JSON.stringify(data) })).success).toBe(true);
  });
});

function* variants(source: unknown, value: unknown): Generator {
  yield value;
  if (typeof source !== 'object' || source === null) return;
  for (const [key, child] of Object.entries(source))
    for (const variant of variants(child, value))
      yield Array.isArray(source) ? source.with(Number(key), variant) : { ...source, [key]: variant };
}
