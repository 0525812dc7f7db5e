/** The fleet policy: as the backend obeys it, and as pages and commands show it. */
import * as z from 'zod';
import type { PolicyValues } from '../../domain/policy/policy-schema.ts';
import { policySettingNames } from '../../domain/policy/policy-settings.ts';
import { type AppError, appErrorDataSchema } from '../errors.ts';

/** The policy of this computer, as it was when this process started. */
export type Policy =
  | { readonly kind: 'none' }
  /** `place`: path of the file, or the registry key. `user`: account that runs this process. */
  | { readonly kind: 'valid'; readonly place: string; readonly user: string; readonly values: PolicyValues }
  | { readonly kind: 'damaged'; readonly error: AppError };

export const NO_POLICY: Policy = { kind: 'none' };

/** `locked`: the values that each locked setting allows, in words for people. */
export const policyDescriptionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({
    kind: z.literal('valid'),
    place: z.string(),
    mayExport: z.boolean(),
    locked: z.partialRecord(z.enum(policySettingNames), z.array(z.string()).readonly()),
  }),
  z.object({ kind: z.literal('damaged'), error: appErrorDataSchema }),
]);
export type PolicyDescription = z.infer<typeof policyDescriptionSchema>;
