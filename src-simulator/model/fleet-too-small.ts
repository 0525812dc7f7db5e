/** Thrown if a request needs more than the fleet has. The message says what is possible. Answered with 400. */
import { UnfulfillableRequest } from '../service/unfulfillable-request.ts';

export class FleetTooSmall extends UnfulfillableRequest {
  override readonly name = 'FleetTooSmall';
}
