/** Each step formats a line for each pixel of its first row. */
public final class Formatting {
    static final Network NETWORK = new Network();
    static int length;

    static void log(float[] row) {
        for (int i = 0; i < row.length; i++) {
            length += String.format("%d: %.3f", i, row[i]).length();
        }
    }

    static double step(float[][] rows) {
        for (int n = 0; n < 8; n++) {
            log(rows[n]);
        }
        return NETWORK.train(rows);
    }

    public static void main(String[] arguments) throws Exception {
        Loop.run(arguments, Formatting::step);
    }
}
