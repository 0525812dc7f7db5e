/**
 * `x-not-shown` marks a gap of the contract, whose silence is no promise; `x-simulator` marks the simulator's
 * behaviour.
 */

export type JsonObject = Readonly<Record<string, unknown>>;

export const simulatorChoice = (sentence: string) => ({ 'x-simulator': sentence });

/** @param choice what the simulator does in the gap, if it does something in particular */
export const notShown = (gap: string, choice?: string) => ({
  'x-not-shown': gap,
  ...(choice !== undefined && simulatorChoice(choice)),
});

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Adds each mark to the description, because programs that display such files omit extensions. */
export function withMarksInDescriptions(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withMarksInDescriptions);
  if (!isObject(node)) return node;
  const { 'x-not-shown': gap, 'x-simulator': choice, description } = node;
  const sentences = [
    ...(typeof description === 'string' ? [description] : []),
    ...(typeof gap === 'string' ? [`Not described by the service: ${gap}`] : []),
    ...(typeof choice === 'string' ? [`The simulator's choice: ${choice}`] : []),
  ];
  return {
    ...Object.fromEntries(Object.entries(node).map(([name, value]) => [name, withMarksInDescriptions(value)])),
    ...(sentences.length > 0 && { description: sentences.join(' ') }),
  };
}
