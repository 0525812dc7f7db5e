/** Says what alarm settings would have done with what the store has recorded. */
import type * as z from 'zod';
import type { AlarmEffect, BackTest, backTestInputSchema } from '../../../../src-shared/api/quality/back-test.ts';
import { alarmCause } from '../../../../src-shared/domain/alarms/unacknowledged-alarms.ts';
import type { AlarmSettings } from '../../../../src-shared/domain/cases/alarm.ts';
import type { Span } from '../../../../src-shared/domain/coverage/coverage-figures.ts';
import type { ConnectionProfile } from '../../../../src-shared/domain/profile/profile.ts';
import { localTimeZone } from '../../../../src-shared/lib/local-time-zone.ts';
import { zonedFormat } from '../../../../src-shared/lib/zoned-format.ts';
import type { Cases } from '../../cases/create-cases.ts';
import { waitForProjection } from '../../cases/projection/wait-for-projection.ts';
import { retentionLimits } from '../../maintenance/retention-limits.ts';
import type { EventReader } from '../../ports/event-store.ts';
import { quietUntil } from '../quiet-hours.ts';
import type { AlarmConfiguration, Call } from './alarm-replay.ts';
import { type AttributedCall, proposalFor, withProposal } from './proposals.ts';
import type { TakenGroup } from './replay-history.ts';
import { type Replayed, type ReplaySources, replaySpan } from './replay-span.ts';

export interface BackTestParts extends ReplaySources {
  readonly cases: Pick<Cases, 'progress' | 'waitUntilCaughtUp'>;
  readonly scanner: ReplaySources['scanner'] & Pick<EventReader, 'orderedThrough'>;
  readonly profile: Pick<ConnectionProfile, 'keepDays'>;
}

/** The hours with the most calls. Each proposal is one more replay. */
const MAX_PROPOSALS = 8;
const NIGHT = { from: 22, to: 6 };

export function createBackTest(parts: BackTestParts) {
  const { cases, scanner, clock, profile } = parts;
  const zone = localTimeZone();

  return {
    /** @throws AppError STORE_…, BAD_SPAN; the signal's reason */
    async run(
      { settings, views, from, withLoad }: z.infer<typeof backTestInputSchema>,
      signal: AbortSignal = new AbortController().signal,
    ): Promise<BackTest> {
      const configuration = { settings, views };
      const stored = await scanner.orderedThrough();
      await waitForProjection(cases, clock, signal);
      const asked = { from, to: clock.now() };
      const { span, replayed, taken, estimatedSignals, firstAt } = await replaySpan(
        parts,
        [configuration],
        asked,
        signal,
      );
      const isNight = nightOf(settings, zone);
      const calls = attributed(replayed[0]?.calls ?? [], taken, isNight, zone);
      const effectOf = ({ calls: called, missed }: Replayed): AlarmEffect => ({
        calls: called.length,
        atNight: called.filter(({ at }) => isNight(at)).length,
        missed,
      });
      const kept = retentionLimits(span.to, profile.keepDays).failures;
      return {
        ...span,
        completeFrom: Math.max(span.from, kept, firstAt ?? span.to),
        effect: effectOf(replayed[0] ?? { calls: [], missed: 0 }),
        taken: taken.length,
        estimatedSignals,
        isShortened: span.from > from,
        isBehind: (cases.progress.processedThrough?.cursor ?? 0) < stored,
        load: withLoad ? await loadOf(calls, configuration, span, effectOf, signal) : null,
      };
    },
  };

  async function loadOf(
    calls: readonly AttributedCall[],
    configuration: AlarmConfiguration,
    span: Span,
    effectOf: (one: Replayed) => AlarmEffect,
    signal: AbortSignal,
  ): Promise<BackTest['load']> {
    const hours = [...Map.groupBy(calls, ({ hour }) => hour)];
    const busiest = hours.toSorted(([, one], [, other]) => other.length - one.length).slice(0, MAX_PROPOSALS);
    const changes = new Map(busiest.map(([hour, called]) => [hour, proposalFor(called, calls)]));
    const distinct = new Map(
      [...changes.values()].flatMap((change) => (change === null ? [] : [[JSON.stringify(change), change] as const])),
    );
    const tried = [...distinct.values()].map((change) => withProposal(configuration, change));
    const replayed = tried.length === 0 ? [] : (await replaySpan(parts, tried, span, signal)).replayed;
    const effects = new Map([...distinct.keys()].map((key, index) => [key, replayed[index]]));
    return hours
      .toSorted(([one], [other]) => one - other)
      .map(([hour, called]) => {
        const change = changes.get(hour) ?? null;
        const one = effects.get(JSON.stringify(change));
        return {
          hour,
          calls: called.length,
          atNight: called.filter(({ isAtNight }) => isAtNight).length,
          people: [...Map.groupBy(called, ({ by }) => by)]
            .map(([name, of]) => ({ name, calls: of.length }))
            .toSorted((a, b) => b.calls - a.calls),
          proposal: change === null || one === undefined ? null : { change, effect: effectOf(one) },
        };
      });
  }
}

function nightOf(settings: AlarmSettings, zone: string): (at: number) => boolean {
  if (settings.quiet.some((spans) => spans.length > 0)) return (at) => quietUntil(settings, zone, at) !== null;
  const hourAt = hourIn(zone);
  return (at) => hourAt(at) >= NIGHT.from || hourAt(at) < NIGHT.to;
}

function attributed(
  calls: readonly Call[],
  taken: readonly TakenGroup[],
  isNight: (at: number) => boolean,
  zone: string,
): readonly AttributedCall[] {
  const takers = new Map(taken.map(({ cause, openSince, by }) => [`${openSince} ${cause}`, by]));
  const hourAt = hourIn(zone);
  return calls.map((call) => ({
    ...call,
    hour: hourAt(call.at),
    isAtNight: isNight(call.at),
    by: takers.get(`${call.openSince} ${alarmCause(call.alarm)}`) ?? null,
  }));
}

function hourIn(zone: string): (at: number) => number {
  const format = zonedFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' });
  return (at) => Number(format.formatToParts(at).find(({ type }) => type === 'hour')?.value);
}
