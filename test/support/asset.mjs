/** Replaces style sheets and pictures in tests of the web client. */
export default {};
