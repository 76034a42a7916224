/** The chosen rows of a list, for the boxes of its table. */
export interface Choosing {
  readonly has: (id: string) => boolean;
  readonly set: (ids: readonly string[], isChosen: boolean) => void;
}
