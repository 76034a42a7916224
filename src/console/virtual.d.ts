declare module 'virtual:catalogue' {
  const printed: unknown;
  export default printed;
}
/** English descriptions by path, such as `PayoutInput.amount`. */
declare module 'virtual:descriptions' {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}
declare module '*.css';
