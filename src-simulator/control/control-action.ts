/** One thing that the control does over HTTP, described well enough to check its bodies and to write its contract. */
import * as z from 'zod';

export interface ControlAction {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/control/`; `:id` stands for any text, which the body has under that name. */
  readonly name: string;
  /** One sentence without a full stop. */
  readonly summary: string;
  /** Of a GET and a DELETE, what path and query say. */
  readonly body: z.ZodType;
  readonly answer: z.ZodType;
  /** @param body as it was sent, and the schema takes it */
  readonly perform: (body: unknown) => Promise<unknown>;
}

/** Ties what is performed to its body and its answer. An answer that is not as described is our mistake, and a 500. */
export function controlAction<Body extends z.ZodType, Answer extends z.ZodType>(act: {
  readonly method: ControlAction['method'];
  readonly name: string;
  readonly summary: string;
  readonly body: Body;
  readonly answer: Answer;
  readonly perform: (body: z.output<Body>) => z.input<Answer> | Promise<z.input<Answer>>;
}): ControlAction {
  return { ...act, perform: async (body) => act.answer.parse(await act.perform(act.body.parse(body))) };
}

/** `{}`: there is nothing to say or to tell. */
export const nothing = z.strictObject({});

/** Left out: the first domain. */
export const domainId = z.string().optional();
