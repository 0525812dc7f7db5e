import { durationText } from './finding-parts.ts';

/** Follows the state of the stream. */
export function lateEventWords(heldBackMs: number): string {
  return `events arrive up to ${durationText(Math.round(heldBackMs / 1_000))} late`;
}
