import type { AlarmChannels } from '../../../src-shared/domain/cases/alarm.ts';
import { type AlarmDraft, mergeChannels } from './alarm-draft.ts';
import type { MatchedEvent } from './alarm-step.ts';
import type { SuppressionInput } from './suppression.ts';

type OutOfHours = SuppressionInput['outOfHours'];

const NO_CHANNELS: AlarmChannels = { banner: false, sound: false, badge: false };

export interface ChannelsNow {
  /** Without the banner and sound of rules that are out of hours; if all are, as they would be in their hours. */
  readonly how: AlarmChannels;
  readonly outOfHours: OutOfHours;
}

export function channelsNow(draft: AlarmDraft, rules: MatchedEvent['rules']): ChannelsNow {
  const merged = mergedChannels(rules);
  const loud = rules.filter(({ how }) => how.banner || how.sound);
  const allowed = loud.filter(({ id }) => draft.silentUntil(id) === null);
  if (loud.length > 0 && allowed.length === 0) return { how: merged, outOfHours: outOfHours(draft, loud) };
  return { how: { ...mergedChannels(allowed), badge: merged.badge }, outOfHours: null };
}

function mergedChannels(rules: MatchedEvent['rules']): AlarmChannels {
  return rules.reduce<AlarmChannels>((both, { how }) => mergeChannels(both, how), NO_CHANNELS);
}

/** Returns why none of the rules may notify now; null if one may, or if there are none. */
export function outOfHours(draft: AlarmDraft, rules: readonly { readonly id: string }[]): OutOfHours {
  if (rules.length === 0 || rules.some(({ id }) => draft.silentUntil(id) === null)) return null;
  return rules.some(({ id }) => !draft.context.ruleHours.has(id)) ? 'quiet' : 'hours';
}

/** Returns until when none of the rules may notify, UTC epoch ms; null if one may now. */
export function silentUntil(draft: AlarmDraft, rules: readonly { readonly id: string }[]): number | null {
  if (outOfHours(draft, rules) === null) return null;
  return Math.min(...rules.map(({ id }) => draft.silentUntil(id) ?? draft.now));
}
