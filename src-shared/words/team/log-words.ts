import type { TeamStatus } from '../../api/team.ts';
import { assertNever } from '../../lib/assert-never.ts';
import { counted } from '../store-words.ts';

type Refusal = TeamStatus['refusals'][number];

const PART_WORDS: Readonly<Record<Refusal['of'], string>> = {
  events: 'events of this member',
  actions: 'actions of this member',
  offers: 'events that this member received while another one held the seat (its actions wait for these)',
  seat: 'its claim to the seat',
};
const STORED_HERE = 'Everything is stored here, but the others get nothing new';

export function refusalWords({ of, why }: Refusal): string {
  switch (why) {
    case 'full':
      return `The team's log is full. ${STORED_HERE} until the administrator of the team makes room.`;
    case 'no-space':
      return `The servers of the team have no space left for its log. ${STORED_HERE} until the administrator of the team frees their disk, or raises the storage limit of their account.`;
    case 'no-right':
      return `The servers of the team do not let this member write ${PART_WORDS[of]}. The administrator of the team gives them the configuration of "watchfloor team create --print-config" and reloads them.`;
    case 'too-large':
      return `The servers of the team take not even the smallest entry for ${PART_WORDS[of]}. The administrator of the team sets their "max_payload" to 1MB.`;
    case 'not-stored':
      return `The servers of the team answer, but do not store ${PART_WORDS[of]}. ${STORED_HERE}. The administrator of the team looks into the logs of the servers.`;
    default:
      return assertNever(why);
  }
}

export function tooLargeWords(
  { actions, events }: TeamStatus['tooLarge'],
  timeText: (at: number) => string,
): string | null {
  if (actions.length + events === 0) return null;
  const named = actions.map(({ kind, at }) => `${kind} of ${timeText(at)}`).join(', ');
  const what = [
    ...(actions.length === 0 ? [] : [`${counted(actions.length, 'action')} (${named})`]),
    ...(events === 0 ? [] : [counted(events, 'event')]),
  ].join(' and ');
  return `Too large for an entry of the team's log: ${what}. They stay here, and the team does not get them. The administrator of the team sets "max_payload" of the servers to 1MB; after its next start, this Watchfloor sends them again.`;
}

/** @param code of `core/team/seat-state.ts` */
export function unreachableLogWords(code: string): string {
  switch (code) {
    case 'LOG_REFUSED':
      return `The log of the team refuses this member (${code}). Ask the administrator of the team for its credentials.`;
    case 'LOG_MISSING':
      return `The server of the team answers and has no such log (${code}). Check “log” in the team section of the profile.`;
    case 'LOG_REPLACED':
      return `The log of the team was made again and lacks what this store has (${code}). Nothing was removed here. The administrator of the team fills it from one store; then all others follow it by themselves.`;
    case 'LOG_OF_ANOTHER_SERVICE':
      return `The log of the team is that of another domain or service (${code}). Check “log” and the events address in the profile.`;
    case 'STORE_OF_ANOTHER_TEAM':
      return `This store has events from before the team, so it cannot follow the log (${code}). Move its folder aside to start with an empty one.`;
    case 'LOG_HOLE':
      return `The log of the team no longer has everything that is missing here, and no base of the team has it yet (${code}). Watchfloor goes on as soon as the holder has made a base, which it does once a day.`;
    case 'LOG_TOO_NEW':
      return `A newer Watchfloor writes to the log of the team (${code}). Update this one.`;
    case 'NOT_STORING':
      return `This Watchfloor cannot store what the team sends, so it does not follow (${code}). It goes on by itself once it can store.`;
    case 'FAULT':
      return `Something went wrong inside Watchfloor (${code}), so it does not follow the team; see its log. It tries again by itself.`;
    default:
      return `The log of the team does not answer (${code}). Everything stored can be read; Watchfloor tries again by itself.`;
  }
}
