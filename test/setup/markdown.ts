/** The code of each block of a page in a language, in order. */
export function codeBlocks(text: string, language: string): string[] {
  return Array.from(
    text.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm')),
    ([, code = '']) => code,
  );
}
