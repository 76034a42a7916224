declare module 'virtual:catalogue' {
  const printed: unknown;
  export default printed;
}
declare module '*.css';
