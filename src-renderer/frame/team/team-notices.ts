/** Computes what the page shows of its team on every screen, beside the signal. Pure. */
import type { TeamStatus } from '../../../src-shared/api/team.ts';
import type { TeamFault } from '../../words/team-words.ts';

/** An operator who comes to a shift of 12 h sees who took the seat during the one before. */
const TAKE_OVER_SHOWN_MS = 12 * 60 * 60_000;

export type TeamNotice =
  | { readonly kind: 'request'; readonly key: string; readonly member: string; readonly name: string }
  /** This member asked `holder` for the seat. */
  | {
      readonly kind: 'asked';
      readonly key: string;
      readonly holder: string;
      readonly asked: NonNullable<TeamStatus['asked']>;
    }
  | {
      readonly kind: 'taken-over';
      readonly key: string;
      readonly name: string;
      readonly reason: string;
      readonly at: number;
    };

/** @param dismissed keys of the notices that the user closed */
export function teamNotices(status: TeamStatus, dismissed: ReadonlySet<string>, now: number): readonly TeamNotice[] {
  const { request, asked, holder, settings } = status;
  const notices: TeamNotice[] = [];
  if (request !== null) notices.push({ kind: 'request', key: `request ${request.member}`, ...request });
  if (asked !== null)
    notices.push({ kind: 'asked', key: `asked ${JSON.stringify(asked)}`, holder: holder?.name ?? 'The holder', asked });
  if (holder?.why === 'takeover' && holder.member !== settings.member && now - holder.since < TAKE_OVER_SHOWN_MS)
    notices.push({
      kind: 'taken-over',
      key: `holding ${holder.epoch}`,
      name: holder.name,
      reason: holder.reason,
      at: holder.since,
    });
  return notices.filter(({ key }) => !dismissed.has(key));
}

const FAULTS: ReadonlyMap<string | null, TeamFault> = new Map([
  ['LOG_HOLE', 'hole'],
  ['LOG_REPLACED', 'replaced'],
  ['LOG_TOO_NEW', 'too-new'],
]);

/** Returns what only the administrator, or an update, can change; null if nothing is wrong with the log. */
export function teamFault({
  problem,
  refusals,
  tooLarge,
}: Pick<TeamStatus, 'problem' | 'refusals' | 'tooLarge'>): TeamFault | null {
  const fault = FAULTS.get(problem);
  if (fault !== undefined) return fault;
  if (refusals.length > 0) return 'refused';
  return tooLarge.actions.length + tooLarge.events > 0 ? 'too-large' : null;
}
