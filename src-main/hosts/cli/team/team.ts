import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { MAX_REASON_LENGTH } from '../../../../src-shared/domain/team.ts';
import { teamSettingsSchema } from '../../../../src-shared/domain/profile/team-settings.ts';
import { vaultKeyFileOption, wholeNumber, withStoreOptions } from '../options.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { addMember, type AddMemberOptions, createTeam, type CreateOptions } from './create-team.ts';
import { handSeatOver, takeSeatOver } from './change-holder.ts';
import { joinTeamFrom } from './join-team.ts';
import { leaveTeam, type LeaveOptions } from './leave-team.ts';
import type { MemberOptions } from './member-profile.ts';
import { publishHistory } from './publish-history.ts';
import { TEAM_FILE } from './team-file.ts';
import { printTeamStatus, type StatusOptions, statusFormatOption } from './team-status.ts';

const EXAMPLES = `
Examples:
  watchfloor team create --servers tls://nats1.example.com:4222,tls://nats2.example.com:4222,tls://nats3.example.com:4222
  watchfloor team create --print-config > nats.conf
  watchfloor team add-member anna-desk --role desk --name "Anna's desk"
  watchfloor team join anna-desk.join.json --profile acme.json
  watchfloor team status --profile acme.json
  watchfloor team hand-over --to ben-desk --profile acme.json

docs/team.md leads from nothing to two Watchfloors that share one seat.`;

export function teamCommand(terminal: Terminal): Command {
  return new Command('team')
    .addHelpText('after', EXAMPLES)
    .addCommand(createCommand(terminal))
    .addCommand(addMemberCommand(terminal))
    .addCommand(
      withMemberOptions(new Command('join'), terminal)
        .description(
          'Make a profile member of a team. Tries the connection, the rights and the service first; if something is wrong, says what and changes nothing.',
        )
        .argument('<FILE>', 'the join file of "team add-member"')
        .action((file: string, options: MemberOptions) => joinTeamFrom(terminal, file, options)),
    )
    .addCommand(
      withMemberOptions(new Command('status'), terminal)
        .description(
          'Print who holds the seat, the members with how far they are behind, what the log does not have yet, and its size. Exits with 1 if no member holds the seat, or the log does not answer or does not take something of this member.',
        )
        .addOption(statusFormatOption())
        .action((options: StatusOptions) => printTeamStatus(terminal, options)),
    )
    .addCommand(
      withMemberOptions(new Command('publish'), terminal)
        .description(
          'Give the team what the store of its first member had before: events, actions, sessions and gaps. Run it where this member watches; it goes on watching. Run it again to see the progress.',
        )
        .action((options: MemberOptions) => publishHistory(terminal, options)),
    )
    .addCommand(
      withMemberOptions(new Command('hand-over'), terminal)
        .description('Give the seat to another member. Run it where the holder watches.')
        .addOption(
          new Option('--to <MEMBER>', 'the member that takes the seat').argParser(parseMember).makeOptionMandatory(),
        )
        .action((options: MemberOptions & { readonly to: string }) => handSeatOver(terminal, options)),
    )
    .addCommand(
      withMemberOptions(new Command('take-over'), terminal)
        .description(
          'Take the seat from its holder, for the Watchfloor that watches here. At most once a minute in a team.',
        )
        .addOption(
          new Option('--reason <TEXT>', 'why; every member sees it').argParser(parseReason).makeOptionMandatory(),
        )
        .action((options: MemberOptions & { readonly reason: string }) => takeSeatOver(terminal, options)),
    )
    .addCommand(
      withMemberOptions(new Command('leave'), terminal)
        .description(
          'Leave the team: remove it from the profile, and the key from the vault. The store stays. Stop watching first; if this member holds the seat, hand it over before.',
        )
        .option('--discard-unsent', 'leave although the log does not have everything of this member')
        .action((options: LeaveOptions) => leaveTeam(terminal, options)),
    );
}

function createCommand(terminal: Terminal): Command {
  return new Command('create')
    .description(
      "Make a team. The first run writes the administrator's file. Run it again once the servers have the configuration: it makes the log, and what exists stays.",
    )
    .addOption(
      new Option(
        '--servers <URL,URL>',
        'one or three servers: tls://HOST:4222; nats:// only for this computer',
      ).argParser(parseServers),
    )
    .addOption(teamFileOption())
    .option('--print-config', 'print the configuration for the servers and change nothing')
    .option('--ca-file <FILE>', 'a PEM file with the authority of the certificates of the servers, if it is your own')
    .addOption(
      new Option('--lease-seconds <N>', 'another member takes the seat after this time, 2 to 60')
        .default(6)
        .argParser(wholeNumber({ min: 2, max: 60 })),
    )
    .addOption(
      new Option('--max-bytes <SIZE>', 'largest size of the log, such as 500MB or 10GB')
        .default(10_000_000_000, '10GB')
        .argParser(parseSize),
    )
    .addOption(
      new Option('--keep-days <N>', 'the log keeps entries for this time')
        .default(30)
        .argParser(wholeNumber({ min: 1, max: 3_650 })),
    )
    .action((options: CreateOptions) => createTeam(terminal, options));
}

function addMemberCommand(terminal: Terminal): Command {
  return new Command('add-member')
    .description(
      'Add a member: print its rights for the configuration of the servers, and write a join file with its key.',
    )
    .addArgument(new Argument('<MEMBER>', 'lower-case letters, digits and hyphens').argParser(parseMember))
    .addOption(
      new Option('--role <ROLE>', 'collect takes a free seat before desk; wall only follows')
        .choices(teamSettingsSchema.shape.role.options)
        .makeOptionMandatory(),
    )
    .option('--may-hold', 'it may hold the seat; default, except for wall')
    .option('--no-hold', 'it only follows and acts')
    .option('--name <NAME>', "name for the other members, such as Anna's desk; default: MEMBER")
    .addOption(teamFileOption())
    .option('--join-file <FILE>', 'where to write the join file; default: MEMBER.join.json')
    .action((member: string, { mayHold, hold, name, ...options }: AddMemberFlags) =>
      addMember(terminal, member, {
        ...options,
        hold: mayHold === true ? true : hold ? undefined : false,
        ...(name === undefined ? {} : { displayName: name }),
      }),
    );
}

interface AddMemberFlags extends Omit<AddMemberOptions, 'hold' | 'displayName'> {
  readonly mayHold?: true;
  readonly hold: boolean;
  readonly name?: string;
}

function withMemberOptions(command: Command, terminal: Terminal): Command {
  return withStoreOptions(command, terminal).addOption(vaultKeyFileOption());
}

function teamFileOption(): Option {
  return new Option('--team-file <FILE>', "the administrator's file of the team").default(TEAM_FILE);
}

function parseServers(value: string): readonly string[] {
  return parsed(
    teamSettingsSchema.shape.servers,
    value.split(',').map((server) => server.trim()),
  );
}

const parseMember = (value: string): string => parsed(teamSettingsSchema.shape.member, value);

function parsed<Value>(
  schema: {
    safeParse(
      value: unknown,
    ): { success: true; data: Value } | { success: false; error: { issues: { message: string }[] } };
  },
  value: unknown,
): Value {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new InvalidArgumentError(`Expected ${result.error.issues[0]?.message ?? 'another value'}.`);
}

function parseReason(value: string): string {
  const reason = value.trim();
  if (reason === '' || reason.length > MAX_REASON_LENGTH)
    throw new InvalidArgumentError(`Expected 1 to ${MAX_REASON_LENGTH} characters.`);
  return reason;
}

const UNITS = { MB: 1e6, GB: 1e9, TB: 1e12 };

function parseSize(value: string): number {
  const [, number = '', unit = ''] = /^(\d{1,6})(MB|GB|TB)$/i.exec(value) ?? [];
  const factor = Object.entries(UNITS).find(([name]) => name === unit.toUpperCase())?.[1];
  if (factor === undefined || Number(number) === 0)
    throw new InvalidArgumentError('Expected a size such as 500MB or 10GB.');
  return Number(number) * factor;
}
