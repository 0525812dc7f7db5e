import { existsSync } from 'node:fs';
import { storeIdentityOf } from '../../../core/store-identity.ts';
import { refuseProfile } from '../../../core/policy/policy-rules.ts';
import { count } from '../../../../src-shared/words/finding-parts.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import { printLine, reportLine, type Terminal } from '../terminal/terminal.ts';
import { badArgument } from '../outlets/outlet-options.ts';
import { refuseWhileWatched } from '../../team-joins.ts';
import { type MemberOptions, type MemberProfile, withMemberProfile } from './member-profile.ts';

export type LeaveOptions = MemberOptions & { readonly discardUnsent?: true };

export function leaveTeam(terminal: Terminal, options: LeaveOptions): Promise<void> {
  return withMemberProfile(terminal, options, async (member) => {
    const { profile, keys, writeTeam } = member;
    const { team } = profile;
    if (team === undefined) throw badArgument(`The profile "${profile.name}" is in no team.`);
    refuseWhileWatched(member.paths);
    refuseProfile(member.policy, { ...profile, team: undefined }, profile);
    const { events, actions } = await leaveStore(terminal, member, options);
    if (events + actions > 0 && options.discardUnsent !== true) {
      const words = `The log of the team does not have ${count(events, 'event')} and ${count(actions, 'action')} of this member. Watch again until "watchfloor team status" shows none, or add --discard-unsent: they stay in the store here, and the team never gets them.`;
      reportLine(terminal, terminalText(`watchfloor: Not left, and nothing was changed. ${words}`));
      terminal.exitCode = 1;
      return;
    }
    // The profile first: a key without a team does nothing, a team without its key does not watch.
    await writeTeam(null);
    await keys.remove(profile.id);
    const words = `"${profile.name}" has left the team, and its key was removed. The store stays as it is. Ask the administrator to remove "${team.member}" from the servers.`;
    printLine(terminal, terminalText(words));
  });
}

/** Returns what the log does not have. Then the store takes actions by itself from now on. @throws AppError STORE_… */
async function leaveStore(
  terminal: Terminal,
  { paths, profile }: MemberProfile,
  { dataDir, discardUnsent }: LeaveOptions,
): Promise<{ readonly events: number; readonly actions: number }> {
  if (!existsSync(paths.events)) return { events: 0, actions: 0 };
  const { stores } = (await terminal.openDatabases('watch'))(dataDir);
  const store = await stores.open(storeIdentityOf({ profile, practice: false }), () => undefined);
  try {
    const { team } = store;
    const unconfirmed = await team.unconfirmed(MAX_COUNTED);
    const late = await team.lateEvents(0, MAX_COUNTED);
    const events = unconfirmed.events.length + late.length;
    const actions = (await team.unplacedActions()).length;
    if (events + actions === 0 || discardUnsent === true) await team.goOnAlone();
    return { events, actions };
  } finally {
    await store.close();
  }
}

const MAX_COUNTED = 500;
