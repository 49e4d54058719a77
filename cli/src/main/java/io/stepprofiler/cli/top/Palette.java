package io.stepprofiler.cli.top;

import org.jline.utils.AttributedStyle;
import org.jspecify.annotations.Nullable;

/** What the parts of the screen look like; without colours, by weight and inversion alone. */
public enum Palette {
    /** With colours. */
    COLOURS(true),
    /** Without. */
    PLAIN(false);

    private static final double NOTABLE = 0.01;

    private final boolean colours;

    Palette(boolean colours) {
        this.colours = colours;
    }

    /**
     * {@return the one that the variable {@code NO_COLOR} asks for} By its convention any text in it means no colours.
     *
     * @param noColor its value; null if it is not set
     */
    public static Palette of(@Nullable String noColor) {
        return noColor == null || noColor.isEmpty() ? COLOURS : PLAIN;
    }

    private AttributedStyle coloured(AttributedStyle style, int colour) {
        return colours ? style.foreground(colour) : style;
    }

    AttributedStyle title() {
        return AttributedStyle.INVERSE;
    }

    AttributedStyle figure() {
        return AttributedStyle.BOLD;
    }

    AttributedStyle header() {
        return AttributedStyle.BOLD.underline();
    }

    AttributedStyle key() {
        return AttributedStyle.INVERSE;
    }

    AttributedStyle dim() {
        return coloured(AttributedStyle.DEFAULT, AttributedStyle.BRIGHT + AttributedStyle.BLACK);
    }

    AttributedStyle note() {
        return coloured(AttributedStyle.DEFAULT, AttributedStyle.YELLOW);
    }

    AttributedStyle spark() {
        return coloured(AttributedStyle.DEFAULT, AttributedStyle.CYAN);
    }

    AttributedStyle bar() {
        return coloured(AttributedStyle.DEFAULT, AttributedStyle.BLUE);
    }

    AttributedStyle waiting() {
        return coloured(AttributedStyle.DEFAULT, AttributedStyle.YELLOW);
    }

    AttributedStyle alarm() {
        return coloured(AttributedStyle.BOLD, AttributedStyle.RED);
    }

    /** More time is red, less is green; what is hardly a change is not coloured. */
    AttributedStyle change(double change) {
        if (Math.abs(change) < NOTABLE) {
            return dim();
        }
        return coloured(AttributedStyle.DEFAULT, change > 0 ? AttributedStyle.RED : AttributedStyle.GREEN);
    }
}
