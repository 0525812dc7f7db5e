/** What was asked of a fleet that it cannot give; the message says what it can. Answered with 400. */
import { UnfulfillableRequest } from '../unfulfillable-request.ts';

export class FleetTooSmall extends UnfulfillableRequest {
  override readonly name = 'NotInFleet';
}
