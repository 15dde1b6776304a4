// How a language counts.

export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Picks the form for `n` in this language and puts the number in for `#`. */
export function plural(language: string): (n: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  return (n, forms) => (forms[rules.select(n)] ?? forms.other).replaceAll('#', numbers.format(n));
}
