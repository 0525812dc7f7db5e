/** Parameters of a screen: `#/timeline?q=outcome:failed&event=4712`. Unknown ones are kept, invalid ones shown. */

export interface InvalidParameter {
  readonly name: string;
  readonly text: string;
  readonly problem: string;
}

export interface AddressParameter<T> {
  readonly name: string;
  /** Used if the address lacks the parameter. Not written to the address. */
  readonly defaultValue: T;
  /** @throws Error if the text is invalid; its message is a sentence with the reason */
  parse(text: string): T;
  print(value: T): string;
}

export type AddressCodec<Value extends object> = {
  readonly [Part in keyof Value]: AddressParameter<Value[Part]>;
};

export interface Address<Value extends object> {
  readonly value: Value;
  readonly invalidParameters: readonly InvalidParameter[];
}
