/** The goal of a path: a ratio to its ceiling, or a value in its own unit. */
export type Goal =
  | { readonly ratio: { readonly least: number } | { readonly most: number } }
  | { readonly value: { readonly most: number } };

/** The figures found of a path. */
export interface Found {
  readonly measured: number;
  readonly ratio: number | null;
}

/** The goal in words. */
export function goalText(goal: Goal, unit: string): string {
  if ('value' in goal) return `≤ ${goal.value.most} ${unit}`.trim();
  return 'least' in goal.ratio ? `≥ ${goal.ratio.least} ×` : `≤ ${goal.ratio.most} ×`;
}

/** Whether it was reached; what is no number reaches nothing. */
export function isMet(goal: Goal, { measured, ratio }: Found): boolean {
  if ('value' in goal) return Number.isFinite(measured) && measured <= goal.value.most;
  if (ratio === null || !Number.isFinite(ratio)) return false;
  return 'least' in goal.ratio ? ratio >= goal.ratio.least : ratio <= goal.ratio.most;
}
