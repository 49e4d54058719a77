package io.stepprofiler.readers.chrome;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Microseconds written as decimal numbers, as whole nanoseconds: digit by digit, since a double holds microseconds of
 * a day only to the hundredth of one.
 */
final class Micros {
    /** Stands for a time that is no number, or too large. */
    static final long INVALID = Long.MIN_VALUE;
    /** No time and no duration is longer, 73 years, so that sums of two do not overflow. */
    static final long MOST = 1L << 61;

    private static final int NANOS_A_MICRO = 1000;
    /** Digits before the point that never overflow as nanoseconds. */
    private static final int SAFE_DIGITS = 15;
    /** Numbers longer than this are no times. */
    private static final int MAX_LENGTH = 64;

    private Micros() {}

    /** Nanoseconds, rounded to the nearest; {@link #INVALID} if it is no decimal number, or out of range. */
    static long nanos(char[] text, int offset, int length) {
        int at = offset;
        int end = offset + length;
        boolean negative = at < end && text[at] == '-';
        if (negative) {
            at++;
        }
        long micros = 0;
        int first = at;
        while (at < end && isDigit(text[at]) && at - first <= SAFE_DIGITS) {
            micros = micros * 10 + (text[at++] - '0');
        }
        if (at == first || at - first > SAFE_DIGITS) {
            return general(text, offset, length);
        }
        long nanos = micros * NANOS_A_MICRO;
        if (at < end) {
            if (text[at++] != '.') {
                return general(text, offset, length);
            }
            int unit = NANOS_A_MICRO / 10;
            for (; at < end && isDigit(text[at]) && unit > 0; unit /= 10) {
                nanos += (long) unit * (text[at++] - '0');
            }
            if (at < end && isDigit(text[at])) {
                nanos += text[at++] >= '5' ? 1 : 0;
            }
            while (at < end && isDigit(text[at])) {
                at++;
            }
            if (at < end) {
                return general(text, offset, length);
            }
        }
        return nanos > MOST ? INVALID : negative ? -nanos : nanos;
    }

    /** Numbers with an exponent, or with many digits. */
    private static long general(char[] text, int offset, int length) {
        if (length > MAX_LENGTH) {
            return INVALID;
        }
        try {
            BigDecimal nanos = new BigDecimal(text, offset, length).movePointRight(3);
            // Checked before the conversion to a whole number, which may have a billion digits.
            long magnitude = (long) nanos.precision() - nanos.scale();
            if (magnitude > 19) {
                return INVALID;
            }
            if (magnitude < 0) {
                return 0;
            }
            long whole = nanos.setScale(0, RoundingMode.HALF_UP).longValueExact();
            return Math.abs(whole) > MOST ? INVALID : whole;
        } catch (NumberFormatException | ArithmeticException e) {
            return INVALID;
        }
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
