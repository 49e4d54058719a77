package io.stepprofiler.analysis.whatif;

/** Where the memory of a result comes from. */
public enum ResultCode {
    /** It was allocated for the result. */
    CREATED('c'),
    /** The operation wrote over one of its inputs. */
    IN_PLACE('i'),
    /** It is that of one of its inputs, or a part of it. */
    VIEW('v');

    private final char letter;

    ResultCode(char letter) {
        this.letter = letter;
    }

    /** {@return the letter for it in tables} */
    public char letter() {
        return letter;
    }
}
