import {
  declineSchema,
  handedOverSchema,
  handOverSchema,
  takenOverSchema,
  takeOverSchema,
  teamJoinInputSchema,
  teamJoinReportSchema,
  teamStatusSchema,
} from '../../../src-shared/api/team.ts';
import { command, ofWatchSchema, procedure, router, watchCommand, watchProcedure } from './procedures.ts';
import { watchStates } from './state-procedures.ts';

/** Calls do nothing in a watch without a team. */
export const teamRouter = router({
  /** Null without a team, and until the watch has started. */
  feed: watchStates(teamStatusSchema.nullable(), (watch, signal) => watch.teamStates(signal)),
  /** Makes a profile a member with the text of a join file, or only tries. The key in it goes to the vault. */
  join: procedure
    .input(teamJoinInputSchema)
    .output(teamJoinReportSchema)
    .mutation(({ ctx, input, signal }) => ctx.backend.profiles.joinTeam(input, signal)),
  /** Gives the seat to another member, which must be there and have read the log to its end. */
  handOver: watchProcedure
    .input(handOverSchema)
    .output(handedOverSchema)
    .mutation(async ({ ctx, input }) => (await ctx.watch.team?.control.handOver(input.to)) ?? 'not-holder'),
  /** Takes the seat from its holder without asking. All members see who did. */
  takeOver: watchProcedure
    .input(takeOverSchema)
    .output(takenOverSchema)
    .mutation(async ({ ctx, input }) => (await ctx.watch.team?.control.takeOver(input.reason)) ?? 'failed'),
  /** Asks the holder for the seat. The feed has the answer. */
  ask: watchCommand(ofWatchSchema, (watch) => watch.team?.control.ask()),
  /** Records that the operator of this computer used a page, for all watches: only desks on shift play sounds. */
  recordInput: command.mutation(({ ctx }) => ctx.backend.recordInput()),
  /** Keeps the seat when another member asks for it. */
  decline: watchCommand(declineSchema, (watch, { reason }) => watch.team?.control.decline(reason)),
});
