/**
 * What the token of a watch may do, as the service says. One request at a time, kept for a minute: rule 4 of
 * `service-spec.md` "2. Get permissions of an access token".
 */
import type { AccessReport } from '../../../src-shared/api/access.ts';

export interface Access {
  /** @throws AppError SERVICE_FAILED */
  report(options: { readonly fresh: boolean }, signal?: AbortSignal): Promise<AccessReport>;
}
