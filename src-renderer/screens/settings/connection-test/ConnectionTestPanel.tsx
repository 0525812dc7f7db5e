/** The connection test beside the editor: one step after another, and on top what stands in the way and what to do. */
import type { ProfileEntry } from '../../../../src-shared/api/profiles.ts';
import type { ProfileInput } from '../../../../src-shared/domain/profile.ts';
import type { TypedSecret } from '../sign-in/typed-secret.ts';

export interface ConnectionTestPanelProps {
  /** The saved profile, whose sign-in is used; `null`: never saved. */
  readonly entry: ProfileEntry | null;
  /** As it is typed; `null` where a field is missing or wrong, so that there is nothing to test. */
  readonly draft: ProfileInput | null;
  readonly secret: TypedSecret;
  /** Changes the draft as if it was typed. */
  readonly change: (part: Pick<ProfileInput, 'clientAuthentication'>) => void;
  /** Goes to the first field that needs the person. */
  readonly goToMistake: () => void;
}

export function ConnectionTestPanel({ draft }: ConnectionTestPanelProps) {
  return <h2>{draft === null ? 'Connection test' : `Connection test of ${draft.name}`}</h2>;
}
