/** What a thread that follows by itself tells, as it crosses the border and as it is heard. */
import type { CaseFollowing, CaseFollowingThread, FollowingTold } from '../../core/ports/case-following.ts';
import { errorOf, type Failure } from '../threads/remote.ts';

export type FollowingTells =
  | Exclude<FollowingTold, { readonly error: Error }>
  | { readonly kind: 'not-caught-up'; readonly wish: number; readonly failure: Failure }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Whoever is to hear comes after the thread was made, and before it was started. */
export class Hearing {
  #listener: (told: FollowingTold) => void = () => undefined;

  readonly tell = (tells: FollowingTells): void => {
    if (!('failure' in tells)) return this.#listener(tells);
    const { failure, ...told } = tells;
    this.#listener({ ...told, error: errorOf(failure) });
  };

  thread(calls: CaseFollowing): CaseFollowingThread {
    return {
      calls,
      hear: (listener) => {
        this.#listener = listener;
      },
    };
  }
}
