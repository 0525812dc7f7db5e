/**
 * Two marks of the contract files. A gap of the service document is said where it is, so that nobody takes silence for
 * a promise; and what the simulator does there is called its own, so that nobody takes it for the service's.
 */

/** Any object of an OpenAPI, AsyncAPI or JSON Schema document. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** @param sentence what the document does not show */
export const notShown = (sentence: string) => ({ 'x-not-shown': sentence });

/** @param sentence what this simulator does where the document is silent */
export const simulatorChoice = (sentence: string) => ({ 'x-simulator': sentence });

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same with every mark in the description too: the programs that show such files leave extensions out. */
export function withMarksInDescriptions(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withMarksInDescriptions);
  if (!isObject(node)) return node;
  const { 'x-not-shown': gap, 'x-simulator': choice, description } = node;
  const told = [
    ...(typeof description === 'string' ? [description] : []),
    ...(typeof gap === 'string' ? [`Not shown by the service document: ${gap}`] : []),
    ...(typeof choice === 'string' ? [`The simulator's choice: ${choice}`] : []),
  ];
  return {
    ...Object.fromEntries(Object.entries(node).map(([name, value]) => [name, withMarksInDescriptions(value)])),
    ...(told.length > 0 && { description: told.join(' ') }),
  };
}
