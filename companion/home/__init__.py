"""The table in a smart home, over MQTT."""
