/**
 * A well-formed request that cannot be carried out. The message says what is possible. Answered with 400. A
 * `RangeError` of the runtime, such as an exhausted stack, is not an instance.
 */
export class UnfulfillableRequest extends RangeError {
  override readonly name: string = 'UnfulfillableRequest';
}
