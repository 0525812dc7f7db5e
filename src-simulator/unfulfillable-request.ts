/**
 * Something was asked that is well formed and cannot be done; the message says what can. Answered with 400. The
 * runtime's own `RangeError`s, such as an exhausted stack, are none.
 */
export class UnfulfillableRequest extends RangeError {
  override readonly name: string = 'UnmetDemand';
}
