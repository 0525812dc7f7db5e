import type { Scenario } from './scenario.ts';
import { calm } from './calm-shift.ts';
import { opening } from './fleet-events.ts';
import { interrupted } from './interruptions.ts';

export const tokenExpiry: Scenario = {
  name: 'token-expiry',
  title: 'Token expiry',
  description:
    'Access tokens expire after twenty seconds, and the stream ends with its token; every minute all tokens are revoked too.',
  conditions: { tokenSeconds: 20 },
  steps: function* (shift) {
    yield* opening(shift);
    yield* interrupted(calm(shift), function* () {
      for (;;)
        yield {
          afterMs: 60_000,
          act: (stage) => {
            stage.revokeTokens();
            stage.drop('end');
          },
        };
    });
  },
};
