/** Shows the members of a team to each other (`docs/design/team.md` §6). */
import * as z from 'zod';
import { causeKeySchema } from '../../../../src-shared/domain/cases/case.ts';
import { seatKinds, teamRoles } from '../../../../src-shared/domain/team.ts';
import { parseJsonOrNull } from '../../../../src-shared/lib/parse-json.ts';
import { ChangeSignal } from '../../lib/change-signal.ts';
import { firstChange } from '../../lib/first-change.ts';
import type { Clock } from '../../ports/clock.ts';
import type { TeamLog } from '../../ports/team-log.ts';
import { GONE_MS, HeardMembers, REPORT_MS } from './heard-members.ts';

export const MAX_OPENED_CAUSES = 50;

const openedCauseSchema = z.object({
  cause: causeKeySchema,
  /** Newest event that the operator could have seen, by its seq in the log. Later alarms are not meant. */
  throughSeq: z.number().int().nonnegative(),
});
export type OpenedCause = z.infer<typeof openedCauseSchema>;

export const presenceSchema = z.object({
  /** Id of the process: another one each time the member starts. */
  run: z.string().min(1).max(80),
  /** Name for people. Not verified. */
  name: z.string().min(1).max(80),
  role: z.enum(teamRoles),
  mayHold: z.boolean(),
  seat: z.enum(seatKinds),
  isStoring: z.boolean(),
  position: z.number().int().nonnegative(),
  /** Entries of the log that it had not read when it reported; null if it had not looked yet. */
  behind: z.number().int().nonnegative().nullable(),
  /** True if an operator used the page of the member in the last ten minutes. */
  isOnShift: z.boolean(),
  /** The clock of its computer minus that of the log, in ms; null if it is not known yet. */
  clockDifferenceMs: z.number().int().nullable(),
  /** Failure causes whose alarms an operator opened there in the last minutes. Missing in older versions. */
  opened: z.exactOptional(z.array(openedCauseSchema).max(MAX_OPENED_CAUSES)),
});
export type Presence = z.infer<typeof presenceSchema>;

interface PresentMember extends Presence {
  readonly member: string;
  /** Two Watchfloors run as this member: its join file was used on two computers. */
  readonly isDoubled: boolean;
}

interface GoneMember extends PresentMember {
  /** Time of its last report, UTC epoch ms by the clock of this computer. */
  readonly since: number;
}

/** Others see at once that this member falls behind by so much, or has caught up. Smaller changes are usual in a burst. */
const NOTABLE_BEHIND = 100;
const LOOK_MS = 1_000;

interface TeamPresenceOptions {
  readonly log: Pick<TeamLog, 'publish' | 'subscribe'>;
  readonly clock: Clock;
  readonly member: string;
  readonly own: () => Presence;
  /** Emit when `own` has changed, which is reported at once. */
  readonly changes: readonly ChangeSignal[];
  readonly heard: ChangeSignal;
}

export class TeamPresence {
  readonly #options: TeamPresenceOptions;
  readonly #heard = new HeardMembers<Presence>();
  readonly #cameNow = new ChangeSignal();

  constructor(options: TeamPresenceOptions) {
    this.#options = options;
  }

  members(): readonly PresentMember[] {
    return this.#others().flatMap(({ isHere, shown }) => (isHere ? [shown] : []));
  }

  get isSelfDoubled(): boolean {
    const { clock, member } = this.#options;
    return this.#heard.runsOf(member, clock.elapsed()) > 0;
  }

  /** The members that were here since this process started and are silent now, with their last report. */
  gone(): readonly GoneMember[] {
    const { clock } = this.#options;
    return this.#others().flatMap(({ isHere, shown, at }) =>
      isHere ? [] : [{ ...shown, since: clock.now() - (clock.elapsed() - at) }],
    );
  }

  #others() {
    const { clock, member: self } = this.#options;
    const elapsed = clock.elapsed();
    return this.#heard.reports
      .filter(({ member }) => member !== self)
      .map(({ member, report, at }) => ({
        at,
        isHere: elapsed - at < GONE_MS,
        shown: { member, ...report, isDoubled: this.#heard.isDoubled(member, elapsed) },
      }));
  }

  get knowsStandBys(): boolean {
    return this.#others().some(({ shown }) => shown.mayHold);
  }

  nameOf(member: string): string {
    return this.#others().find(({ shown }) => shown.member === member)?.shown.name ?? member;
  }

  async run(signal: AbortSignal): Promise<void> {
    await Promise.all([this.#listen(signal), this.#report(signal)]);
  }

  async #report(signal: AbortSignal): Promise<void> {
    const { log, clock, member, own, changes } = this.#options;
    while (!signal.aborted) {
      const seen = [...changes, this.#cameNow].map((one) => [one, one.revision] as const);
      const reported = own();
      log.publish({ topic: 'presence', member, text: JSON.stringify(reported) });
      const end = clock.elapsed() + REPORT_MS;
      const isCurrent = () => seen.every(([one, revision]) => one.revision === revision) && clock.elapsed() < end;
      while (!signal.aborted && isCurrent() && !isNotable(reported, own()))
        await firstChange(clock, seen, Math.min(LOOK_MS, end - clock.elapsed()), signal);
    }
  }

  async #listen(signal: AbortSignal): Promise<void> {
    const { log, clock, member: self, own, heard } = this.#options;
    for await (const { member, text } of log.subscribe('presence', null, signal)) {
      const presence = presenceSchema.safeParse(parseJsonOrNull(text)).data;
      if (presence === undefined || (member === self && presence.run === own().run)) continue;
      // A process that has just started has not heard this one yet.
      if (this.#heard.add(member, presence, clock.elapsed())) this.#cameNow.notify();
      heard.notify();
    }
  }
}

function isNotable(reported: Presence, now: Presence): boolean {
  if (reported.isStoring !== now.isStoring) return true;
  if (reported.behind === null || now.behind === null) return reported.behind !== now.behind;
  return Math.abs(now.behind - reported.behind) >= NOTABLE_BEHIND || (reported.behind > 0 && now.behind === 0);
}
