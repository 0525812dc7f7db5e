import { expect, onTestFinished, vi } from 'vitest';
import { createBackend } from '../../src-main/core/backend.ts';
import type { Practice } from '../../src-main/core/ports/practice.ts';
import { profileIdSchema, watchIdSchema } from '../../src-shared/domain/identity.ts';
import { hostDescription } from './host-description.ts';
import { RecordingPractice } from './recording-practice.ts';
import { someProfile } from './profile.ts';
import { RecordingStores } from './recording-stores.ts';
import { aGrantSource, profilePorts, watchPorts } from './watch-ports.ts';

export const closedWatch = watchIdSchema.parse('closed-watch');

/** Makes a backend and stops it after the test. A test in which stopping fails must replace `stop`. */
export function mountBackend(practice: Practice | null = new RecordingPractice()) {
  const ports = { ...watchPorts(new RecordingStores()), ...profilePorts() };
  let ids = 0;
  const backend = createBackend({ ...ports, practice, newId: () => `id-${(ids += 1)}` }, hostDescription);
  const mounted = {
    ...ports,
    backend,
    stop: (): Promise<unknown> => backend.stop(),
    /** Opens a watch. Each name has its own profile. */
    open: (name: string, id = `profile-${name.toLowerCase()}`) =>
      backend.open({
        profile: { ...someProfile, id: profileIdSchema.parse(id), name },
        practice: false,
        grants: aGrantSource('secret'),
      }),
    waitForAttempts: (count: number) => vi.waitFor(() => expect(ports.streams.attempts).toHaveLength(count)),
  };
  onTestFinished(async () => void (await mounted.stop()));
  return mounted;
}
