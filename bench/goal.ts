/** The goal of a path: a ratio to its ceiling, an absolute value, or both. */
export type Goal =
  { readonly ratio: Ratio; readonly value?: Value } | { readonly ratio?: undefined; readonly value: Value };

type Ratio = { readonly least: number } | { readonly most: number };
type Value = { readonly most: number };

/** The measured figures of a path. */
export interface MeasuredRatio {
  readonly measured: number;
  readonly ratio: number | null;
}

/** The goal as text. */
export function goalText({ ratio, value }: Goal, unit: string): string {
  const ofRatio = ratio && ('least' in ratio ? `≥ ${ratio.least} ×` : `≤ ${ratio.most} ×`);
  const ofValue = value && `≤ ${value.most} ${unit}`.trim();
  return [ofRatio, ofValue].filter((each) => each !== undefined).join(', ');
}

/** Whether the goal was reached; a figure that is not a number does not reach it. */
export function isMet({ ratio, value }: Goal, found: MeasuredRatio): boolean {
  if (value && !(Number.isFinite(found.measured) && found.measured <= value.most)) return false;
  if (ratio === undefined) return true;
  if (found.ratio === null || !Number.isFinite(found.ratio)) return false;
  return 'least' in ratio ? found.ratio >= ratio.least : found.ratio <= ratio.most;
}
