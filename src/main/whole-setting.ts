import { z } from 'zod';

/** A whole number within bounds, both inclusive. */
export function whole(least: number, most: number, otherwise: number) {
  const error = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, error)
    .transform(Number)
    .refine((value) => value >= least && value <= most, error)
    .default(otherwise);
}

/** The same without a default. */
export function wholeIfSet(least: number, most: number) {
  return whole(least, most, least).unwrap().optional();
}
