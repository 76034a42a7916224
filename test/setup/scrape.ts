interface Series {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The measures of a process as Prometheus reads them. */
export interface Scrape {
  all(): readonly Series[];
  of(name: string): readonly Series[];
  /** The sum over the series with these labels; 0 where there is none. */
  value(name: string, labels?: Readonly<Record<string, string>>): number;
  names(): readonly string[];
  /** counter, gauge, histogram or summary. */
  typeOf(name: string): string;
}

export async function scrape({ internalUrl }: { readonly internalUrl: string }): Promise<Scrape> {
  const text = await (await fetch(`${internalUrl}/metrics`)).text();
  const types = new Map(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]),
  );
  const series = [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name = '', labels, value]) => ({
    name,
    labels: Object.fromEntries(
      [...(labels ?? '').matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, of = '']) => [label, of]),
    ) as Record<string, string>,
    value: Number(value),
  }));
  const of = (name: string): Series[] => series.filter((each) => each.name === name);
  return {
    all: () => series,
    of,
    value: (name, labels = {}) =>
      of(name)
        .filter((each) => Object.entries(labels).every(([label, value]) => each.labels[label] === value))
        .reduce((sum, { value }) => sum + value, 0),
    names: () => [...types.keys()],
    typeOf: (name) => types.get(name) ?? types.get(name.replace(/_(bucket|count|sum)$/, '')) ?? '',
  };
}
