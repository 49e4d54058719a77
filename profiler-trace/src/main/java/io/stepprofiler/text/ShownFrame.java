package io.stepprofiler.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Frames of call stacks as tables, pages and sentences show them: code of a lambda under the method that contains it,
 * which is what its programmer has written. Files for other tools keep the names of the class files.
 */
public final class ShownFrame {
    /** Methods of lambdas, around the name of the method: of Java, of Scala 2, of Scala 3 and of Kotlin. */
    private static final Pattern METHOD = Pattern.compile("lambda\\$(.+?)(?:\\$[0-9a-f]{8})?\\$\\d+"
            + "|\\$anonfun\\$(.+?)\\$\\d+(?:\\$adapted)?"
            + "|(.+?)(?:\\$\\$anonfun\\$|\\$lambda[$-])\\d+.*");

    /** Classes of Kotlin's lambdas: the class, the method, which begins with a small letter, and numbers. */
    private static final Pattern KOTLIN_CLASS = Pattern.compile("(.+?)\\$([a-z]\\w*)(?:\\$\\w+)*?\\$\\d+");

    private ShownFrame() {}

    /**
     * {@return a frame as it is shown, in the enclosing method for a lambda; else the frame itself}
     *
     * @param frame the frame
     */
    public static StackTraceElement of(StackTraceElement frame) {
        String method = frame.getMethodName();
        if (method.indexOf('$') >= 0) {
            Matcher lambda = METHOD.matcher(method);
            return lambda.matches() ? in(frame.getClassName(), enclosing(lambda), frame) : frame;
        }
        String file = frame.getFileName();
        if (file != null && file.endsWith(".kt") && (method.equals("invoke") || method.equals("invokeSuspend"))) {
            Matcher type = KOTLIN_CLASS.matcher(frame.getClassName());
            return type.matches() ? in(type.group(1), type.group(2), frame) : frame;
        }
        return frame;
    }

    private static String enclosing(Matcher lambda) {
        String name = lambda.group(1) != null ? lambda.group(1) : lambda.group(lambda.group(2) != null ? 2 : 3);
        return name.equals("new") ? "<init>" : name.equals("static") ? "<clinit>" : name;
    }

    private static StackTraceElement in(String type, String method, StackTraceElement frame) {
        return new StackTraceElement(type, method, frame.getFileName(), frame.getLineNumber());
    }
}
