/** What was asked of a fleet that it cannot give; the message says what it can. Answered with 400. */
import { UnmetDemand } from '../unmet-demand.ts';

export class NotInFleet extends UnmetDemand {
  override readonly name = 'NotInFleet';
}
