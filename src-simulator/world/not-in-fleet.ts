/** What was asked of a fleet that it cannot give; the message says what it can. Answered with 400. */
export class NotInFleet extends RangeError {
  override readonly name = 'NotInFleet';
}
